import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A collection that reads only what a query asks for. The library scans a whole collection unless `_id` is
 * the only field of the filter; here a filter with `_id` beside other fields looks the id up, and a range
 * over one text field reads a sorted index, made when a first query asks for it.
 */
final class IndexedCollection extends MemoryCollection {
    private static final Set<String> BOUNDS = Set.of("$gt", "$gte", "$lt", "$lte");
    // MongoDB orders text by its UTF-8 bytes, Java by UTF-16 units.
    private static final Comparator<String> BY_BYTES = (a, b) ->
        Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final Map<Object, Integer> positions = new HashMap<>();
    private final Map<String, TreeMap<String, TreeSet<Integer>>> sorted = new HashMap<>();

    IndexedCollection(MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
        super(database, name, options, cursors);
    }

    @Override
    protected Integer addDocumentInternal(Document document) {
        Integer position = super.addDocumentInternal(document);
        positions.put(document.get("_id"), position);
        sorted.forEach((path, index) -> enter(path, index, document, position));
        return position;
    }

    @Override
    protected void handleUpdate(Integer position, Document oldDocument, Document newDocument) {
        sorted.forEach((path, index) -> leave(path, index, oldDocument, position));
        super.handleUpdate(position, oldDocument, newDocument);
        sorted.forEach((path, index) -> enter(path, index, newDocument, position));
    }

    @Override
    protected void removeDocument(Integer position) {
        Document document = getDocument(position);
        positions.remove(document.get("_id"));
        sorted.forEach((path, index) -> leave(path, index, document, position));
        super.removeDocument(position);
    }

    @Override
    protected QueryResult queryDocuments(
        Document query, Document orderBy, int skip, int limit, int batchSize, Document fields
    ) {
        Collection<?> ids = idsOf(query.get("_id"));
        if (ids != null) {
            Stream<Document> found = ids.stream().map(positions::get).filter(p -> p != null).distinct().map(this::getDocument);
            return matchDocumentsFromStream(found, query, orderBy, skip, limit, batchSize, fields);
        }
        for (String path : query.keySet()) {
            if (!isTextRange(query.get(path))) continue;
            boolean inOrder = orderBy != null && orderBy.keySet().equals(Set.of(path));
            boolean descending = inOrder && ((Number) orderBy.get(path)).intValue() < 0;
            Stream<Document> found = range(path, (Document) query.get(path), descending);
            // The library's own comparison of texts would go by UTF-16; the index has applied the range already.
            Document rest = query.clone();
            rest.remove(path);
            return matchDocumentsFromStream(
                found, rest, inOrder ? null : orderBy, skip, limit, batchSize, fields);
        }
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
    }

    private static Collection<?> idsOf(Object id) {
        if (id instanceof String) return List.of(id);
        if (id instanceof Document && ((Document) id).keySet().equals(Set.of("$in"))) return (Collection<?>) ((Document) id).get("$in");
        return null;
    }

    private static boolean isTextRange(Object condition) {
        if (!(condition instanceof Document)) return false;
        Document bounds = (Document) condition;
        return !bounds.isEmpty() && BOUNDS.containsAll(bounds.keySet())
            && bounds.values().stream().allMatch(String.class::isInstance);
    }

    private Stream<Document> range(String path, Document bounds, boolean descending) {
        TreeMap<String, TreeSet<Integer>> whole = sorted.get(path);
        if (whole == null) {
            TreeMap<String, TreeSet<Integer>> built = new TreeMap<>(BY_BYTES);
            positions.values().forEach(position -> enter(path, built, getDocument(position), position));
            sorted.put(path, built);
            whole = built;
        }
        NavigableMap<String, TreeSet<Integer>> part = whole;
        for (String operator : bounds.keySet()) {
            String bound = (String) bounds.get(operator);
            // A bound outside what is left cannot be given to a submap: it throws.
            boolean lower = operator.startsWith("$gt");
            if (part.isEmpty()) break;
            if (lower && BY_BYTES.compare(bound, part.firstKey()) < 0) continue;
            if (!lower && BY_BYTES.compare(bound, part.lastKey()) > 0) continue;
            if (lower && BY_BYTES.compare(bound, part.lastKey()) > 0) return Stream.empty();
            if (!lower && BY_BYTES.compare(bound, part.firstKey()) < 0) return Stream.empty();
            part = lower ? part.tailMap(bound, operator.equals("$gte")) : part.headMap(bound, operator.equals("$lte"));
        }
        return (descending ? part.descendingMap() : part).values().stream()
            .flatMap(Collection::stream).map(this::getDocument);
    }

    private static void enter(String path, TreeMap<String, TreeSet<Integer>> index, Document document, Integer position) {
        Object value = Utils.getSubdocumentValue(document, path);
        if (value instanceof String) index.computeIfAbsent((String) value, k -> new TreeSet<>()).add(position);
    }

    private static void leave(String path, TreeMap<String, TreeSet<Integer>> index, Document document, Integer position) {
        Object value = Utils.getSubdocumentValue(document, path);
        if (!(value instanceof String)) return;
        TreeSet<Integer> at = index.get(value);
        if (at != null && at.remove(position) && at.isEmpty()) index.remove(value);
    }
}
