import de.bwaldvogel.mongo.bson.Document;
import java.util.HashSet;
import java.util.Set;

/**
 * As much of a sharded cluster as is seen of one collection: `shardCollection` divides it, `collStats` tells so, and a renaming
 * brings along whether it is: one that is not divided takes the place of one that is without a word.
 */
final class ShardRules {
    private final Set<String> divided = new HashSet<>();

    /** Whether the command was answered here altogether. */
    boolean takes(String name, Document command) {
        return name.equals("shardCollection") && (divided.add((String) command.get(name)) || true);
    }

    void after(String name, Document command, Document answer) {
        if (name.equals("collStats")) answer.put("sharded", divided.contains(command.get("$db") + "." + command.get(name)));
        if (name.equals("drop")) divided.remove(command.get("$db") + "." + command.get(name));
        if (!name.equals("renameCollection")) return;
        boolean was = divided.remove((String) command.get(name));
        divided.remove((String) command.get("to"));
        if (was) divided.add((String) command.get("to"));
    }
}
