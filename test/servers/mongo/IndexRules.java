import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * MongoDB's refusals of an index that conflicts with one that is there, which the library takes without a word: 85 for other
 * options or another name, 86 for other fields under the same name; and `collMod`, by which an expiry is changed.
 */
final class IndexRules {
    private final Map<String, Map<String, Document>> indexes = new HashMap<>();

    /** Refuses what conflicts; whether the command was answered here altogether. */
    boolean takes(String name, Document command) {
        if (name.equals("createIndexes")) {
            for (Object wanted : (Collection<?>) command.get("indexes")) check(on(command, name), (Document) wanted);
        }
        if (!name.equals("collMod")) return false;
        Document change = (Document) command.get("index");
        Document index = on(command, name).get((String) change.get("name"));
        if (index == null) throw new MongoServerError(27, "IndexNotFound", "no such index");
        index.put("expireAfterSeconds", change.get("expireAfterSeconds"));
        return true;
    }

    /** Remembers what a command did; also those of the journal. */
    void done(String name, Document command) {
        if (name.equals("createIndexes")) {
            for (Object wanted : (Collection<?>) command.get("indexes")) {
                Document index = ((Document) wanted).clone();
                on(command, name).putIfAbsent((String) index.get("name"), index);
            }
        }
        if (name.equals("drop")) indexes.remove(command.get("$db") + "." + command.get("drop"));
        if (name.equals("renameCollection")) {
            Map<String, Document> moved = indexes.remove((String) command.get("renameCollection"));
            if (moved != null) indexes.put((String) command.get("to"), moved);
        }
    }

    private Map<String, Document> on(Document command, String name) {
        return indexes.computeIfAbsent(command.get("$db") + "." + command.get(name), (namespace) -> new HashMap<>());
    }

    private static void check(Map<String, Document> present, Document wanted) {
        Document same = present.get((String) wanted.get("name"));
        if (same != null && !same.get("key").equals(wanted.get("key")))
            throw new MongoServerError(86, "IndexKeySpecsConflict", "an index of this name has other fields");
        for (Document other : present.values()) {
            if (!other.get("key").equals(wanted.get("key"))) continue;
            boolean isSame = other.get("name").equals(wanted.get("name"));
            for (String option : new String[] {"expireAfterSeconds", "sparse", "unique"})
                isSame &= Objects.equals(text(other.get(option)), text(wanted.get(option)));
            if (!isSame) throw new MongoServerError(85, "IndexOptionsConflict", "the index exists with other options");
        }
    }

    /** 5 and 5.0 are the same option. */
    private static String text(Object option) {
        return option instanceof Number ? String.valueOf(((Number) option).longValue()) : String.valueOf(option);
    }
}
