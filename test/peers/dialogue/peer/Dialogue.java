package peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A dialogue on standard input and output: each line is a call, and gets a line in answer, both written as HTML forms are. */
public final class Dialogue {
  /** What a peer does for a call. What it throws is the answer, too. */
  public interface Calls {
    Map<String, String> call(Map<String, String> call) throws Exception;
  }

  public static void run(Calls calls) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, UTF_8);
    // Whatever a stack prints by itself belongs to the log.
    System.setOut(System.err);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      long began = System.nanoTime();
      Map<String, String> call = read(line);
      Map<String, String> answer = new LinkedHashMap<>(answered(calls, call));
      answer.put("turn", call.get("turn"));
      answer.put("ms", String.valueOf((System.nanoTime() - began) / 1_000_000));
      answers.println(written(answer));
    }
    System.exit(0);
  }

  private static Map<String, String> answered(Calls calls, Map<String, String> call) {
    try {
      return calls.call(call);
    } catch (Exception error) {
      error.printStackTrace();
      return Map.of("error", chain(error));
    }
  }

  /** The error and its causes: what a stack throws often says less than why. */
  private static String chain(Throwable error) {
    String cause = error.getCause() == null ? "" : "; " + chain(error.getCause());
    return error + cause;
  }

  private static Map<String, String> read(String line) {
    Map<String, String> call = new HashMap<>();
    for (String pair : line.split("&")) {
      String[] sides = pair.split("=", 2);
      call.put(URLDecoder.decode(sides[0], UTF_8), URLDecoder.decode(sides[1], UTF_8));
    }
    return call;
  }

  private static String written(Map<String, String> answer) {
    return answer.entrySet().stream()
        .map(entry -> encoded(entry.getKey()) + "=" + encoded(String.valueOf(entry.getValue())))
        .collect(joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
