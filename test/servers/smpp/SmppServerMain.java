import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.bean.DataCodings;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.SMPPServerSessionListener;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.util.MessageId;

/**
 * An SMSC by another author than the client's: takes every submission, prints it as a line of JSON, and delivers a
 * receipt for it. A line `FROM TO TEXT` on its input is an inbound message. It ends with its input.
 */
public final class SmppServerMain {
  private static final AtomicInteger IDS = new AtomicInteger(0xab0);
  private static volatile SMPPServerSession bound;

  public static void main(String[] arguments) throws Exception {
    var listener = new SMPPServerSessionListener(Integer.parseInt(arguments[0]));
    Executors.newSingleThreadExecutor(SmppServerMain::daemon).submit(SmppServerMain::readInput);
    System.out.println("{\"listening\":true}");
    while (true) {
      var session = listener.accept();
      session.setMessageReceiverListener(receiver());
      var request = session.waitForBind(5_000);
      request.accept("jsmpp", InterfaceVersion.IF_34);
      bound = session;
    }
  }

  private static Thread daemon(Runnable work) {
    var thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  private static ServerMessageReceiverListener receiver() {
    return (ServerMessageReceiverListener) Proxy.newProxyInstance(
        SmppServerMain.class.getClassLoader(),
        new Class<?>[] {ServerMessageReceiverListener.class},
        (proxy, method, values) -> {
          if (!method.getName().equals("onAcceptSubmitSm")) throw new UnsupportedOperationException(method.getName());
          return submitted((SubmitSm) values[0], (SMPPServerSession) values[1]);
        });
  }

  private static SubmitSmResult submitted(SubmitSm pdu, SMPPServerSession session) throws Exception {
    int id = IDS.incrementAndGet();
    String text = HexFormat.of().formatHex(pdu.getShortMessage());
    System.out.printf(
        "{\"from\":\"%s\",\"to\":\"%s\",\"coding\":%d,\"esm\":%d,\"receipt\":%d,\"text\":\"%s\",\"udh\":%b}%n",
        pdu.getSourceAddr(), pdu.getDestAddress(), pdu.getDataCoding(), pdu.getEsmClass(),
        pdu.getRegisteredDelivery(), text, pdu.isUdhi());
    Executors.newSingleThreadExecutor(SmppServerMain::daemon).submit(() -> {
      Thread.sleep(50);
      String receipt = "id:" + id + " sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:DELIVRD err:000 text:";
      deliver(session, pdu.getDestAddress(), pdu.getSourceAddr(), (byte) 0x04, receipt);
      return null;
    });
    // In hexadecimal here, in decimal in the receipt, as many carriers do.
    return new SubmitSmResult(new MessageId(Integer.toHexString(id)), new OptionalParameter[0]);
  }

  private static void deliver(SMPPServerSession session, String from, String to, byte esm, String text) throws Exception {
    session.deliverShortMessage(
        "", TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.ISDN, from,
        TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.ISDN, to,
        new ESMClass(esm), (byte) 0, (byte) 0, new RegisteredDelivery(0), DataCodings.ZERO,
        text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    System.out.println("{\"delivered\":true}");
  }

  private static void readInput() {
    try (var input = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        String[] words = line.split(" ", 3);
        deliver(bound, words[0], words[1], (byte) 0, words[2]);
      }
    } catch (Exception failed) {
      failed.printStackTrace();
    }
    System.exit(0);
  }
}
