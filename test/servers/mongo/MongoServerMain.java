import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.File;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

/**
 * A MongoDB-protocol server for tests: mongo-java-server with indexes that are used and a journal that
 * outlives kill -9. Usage: MongoServerMain PORT FOLDER. One thread does all the work, so that every command
 * is atomic and is answered before the next one changes what it read.
 */
public final class MongoServerMain {
    private static final Set<String> WRITES = Set.of(
        "insert", "update", "delete", "findandmodify", "create", "createindexes", "dropindexes", "drop", "dropdatabase", "renamecollection", "collmod");

    public static void main(String[] arguments) throws Exception {
        Journal journal = new Journal(new File(arguments[1], "journal.bson"));
        FailPoint failPoint = new FailPoint();
        OpenCursors cursors = new OpenCursors();
        IndexRules indexRules = new IndexRules();
        ShardRules shardRules = new ShardRules();
        MemoryBackend backend = new MemoryBackend() {
            @Override
            public MemoryDatabase openOrCreateDatabase(String name) {
                return new MemoryDatabase(name, getCursorRegistry()) {
                    @Override
                    protected MemoryCollection openOrCreateCollection(String collection, CollectionOptions options) {
                        return new IndexedCollection(this, collection, options, cursorRegistry);
                    }
                };
            }

            @Override
            public Document handleMessage(MongoMessage message) {
                Document command = message.getDocument();
                String name = command.keySet().iterator().next();
                if (name.equals("configureFailPoint")) return failPoint.configure(command);
                if (name.equals("hello")) {
                    Document answer = handleCommand(message.getChannel(), "admin", "ismaster", command);
                    answer.put("isWritablePrimary", Boolean.TRUE);
                    return answer;
                }
                MongoServerError refused = failPoint.before(name);
                if (refused != null) throw refused;
                Document instead = failPoint.instead(name);
                if (instead != null) return instead;
                // The library refuses it without MongoDB's code, by which a client knows the reason.
                if (name.equals("renameCollection") && !exists((String) command.get(name)))
                    throw new MongoServerError(26, "NamespaceNotFound", "the source of the renaming does not exist");
                cursors.before(name, command);
                Document answer = shardRules.takes(name, command) || indexRules.takes(name, command) || name.equals("drop") && !exists(command.get("$db") + "." + command.get(name))
                    // Since 7.0 MongoDB finds nothing wrong with it; the library does.
                    ? new Document("ok", Double.valueOf(1))
                    : super.handleMessage(message);
                indexRules.done(name, command);
                cursors.after(name, command, answer);
                shardRules.after(name, command, answer);
                if (WRITES.contains(name.toLowerCase())) {
                    for (String session : List.of("lsid", "txnNumber", "$clusterTime")) command.remove(session);
                    journal.append(command);
                }
                return failPoint.after(name, answer);
            }

            private boolean exists(String namespace) {
                int dot = namespace.indexOf('.');
                MongoDatabase database = resolveDatabase(namespace.substring(0, dot));
                return database.resolveCollection(namespace.substring(dot + 1), false) != null;
            }
        };
        backend.version(new MongoVersion() {
            @Override
            public List<Integer> getVersionArray() {
                return List.of(7, 0, 0);
            }

            @Override
            public int getWireVersion() {
                return 21;
            }
        });
        EmbeddedChannel nobody = new EmbeddedChannel();
        journal.replay(command -> {
            try {
                String name = command.keySet().iterator().next();
                if (indexRules.takes(name, command)) return;
                indexRules.done(name, command);
                backend.handleCommand(nobody, (String) command.get("$db"), name, command);
            } catch (MongoServerException refused) {
                // What was refused when it was journalled is refused again.
            }
        });
        new MongoServer(backend).bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 1, 1);
    }
}
