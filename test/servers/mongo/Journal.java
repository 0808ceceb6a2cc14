import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.function.Consumer;

/** Every write command, in order, in one file: what is replayed after a kill. A torn last record is cut off. */
final class Journal {
    private final RandomAccessFile file;

    Journal(File path) throws IOException {
        file = new RandomAccessFile(path, "rw");
    }

    void replay(Consumer<Document> apply) throws IOException {
        long whole = 0;
        try {
            while (true) {
                byte[] record = new byte[file.readInt()];
                file.readFully(record);
                apply.accept(BsonDecoder.decodeBson(Unpooled.wrappedBuffer(record)));
                whole = file.getFilePointer();
            }
        } catch (EOFException torn) {
            file.setLength(whole);
            file.seek(whole);
        }
    }

    void append(Document command) {
        ByteBuf out = Unpooled.buffer();
        BsonEncoder.encodeDocument(command, out);
        byte[] record = new byte[4 + out.readableBytes()];
        Unpooled.wrappedBuffer(record).setInt(0, out.readableBytes());
        out.readBytes(record, 4, record.length - 4);
        try {
            // One write, so that it is in the kernel's hands before the answer leaves: kill -9 cannot take it back.
            file.write(record);
        } catch (IOException error) {
            throw new IllegalStateException("the journal cannot be written", error);
        }
    }
}
