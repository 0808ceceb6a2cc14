import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.HashMap;
import java.util.Map;

/**
 * MongoDB's rules of cursors that the library does not know: a first answer holds 101 documents where the client names no
 * other size, and a collection that is dropped or renamed, or that another one takes the place of, ends the cursors on it.
 */
final class OpenCursors {
    private static final int FIRST_BATCH = 101;
    /** What the library takes for none, a later answer may hold: up to 16 MiB. */
    private static final int LATER_BATCH = 100_000;
    private final Map<Long, String> namespaces = new HashMap<>();
    private final Map<Long, String> killed = new HashMap<>();

    void before(String name, Document command) {
        if (name.equals("find") && !command.containsKey("batchSize")) command.put("batchSize", Integer.valueOf(FIRST_BATCH));
        if (!name.equals("getMore")) return;
        if (!command.containsKey("batchSize")) command.put("batchSize", Integer.valueOf(LATER_BATCH));
        String reason = killed.get(((Number) command.get("getMore")).longValue());
        if (reason != null) throw new MongoServerError(175, "QueryPlanKilled", reason);
    }

    void after(String name, Document command, Document answer) {
        if (answer.get("cursor") instanceof Document) {
            Document cursor = (Document) answer.get("cursor");
            long id = ((Number) cursor.get("id")).longValue();
            if (id != 0) namespaces.put(Long.valueOf(id), (String) cursor.get("ns"));
        }
        if (name.equals("drop")) kill(command.get("$db") + "." + command.get("drop"), "collection dropped");
        if (name.equals("renameCollection")) {
            kill((String) command.get("renameCollection"), "collection renamed");
            kill((String) command.get("to"), "collection dropped");
        }
    }

    private void kill(String namespace, String reason) {
        namespaces.forEach((id, of) -> {
            if (of.equals(namespace)) killed.put(id, reason);
        });
    }
}
