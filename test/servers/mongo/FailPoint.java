import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.Collection;

/**
 * MongoDB's `failCommand` fail point, as far as the tests use it: the next `mode.times` commands among
 * `data.failCommands` answer `data.errorCode`, or do their work and add `data.writeConcernError` to the answer.
 * Beyond MongoDB's own: with `data.writeErrors` they answer these and do nothing, as when an upsert lost a race
 * that this server, having one thread, never runs.
 */
final class FailPoint {
    private Collection<?> commands;
    private Object errorCode;
    private Object writeConcernError;
    private Object writeErrors;
    private int times = 0;

    Document configure(Document command) {
        Object mode = command.get("mode");
        Document data = (Document) command.get("data");
        times = mode instanceof Document ? ((Number) ((Document) mode).get("times")).intValue() : 0;
        commands = data == null ? null : (Collection<?>) data.get("failCommands");
        errorCode = data == null ? null : data.get("errorCode");
        writeConcernError = data == null ? null : data.get("writeConcernError");
        writeErrors = data == null ? null : data.get("writeErrors");
        return new Document("ok", Double.valueOf(1));
    }

    Document instead(String command) {
        if (writeErrors == null || !strikes(command)) return null;
        Document answer = new Document("ok", Double.valueOf(1));
        answer.put("n", Integer.valueOf(0));
        answer.put("nModified", Integer.valueOf(0));
        answer.put("writeErrors", writeErrors);
        return answer;
    }

    MongoServerError before(String command) {
        if (errorCode == null || !strikes(command)) return null;
        return new MongoServerError(((Number) errorCode).intValue(), "refused by the fail point");
    }

    Document after(String command, Document answer) {
        if (writeConcernError != null && strikes(command)) answer.put("writeConcernError", writeConcernError);
        return answer;
    }

    private boolean strikes(String command) {
        if (times <= 0 || commands == null || !commands.contains(command)) return false;
        times--;
        return true;
    }
}
