/* One call by .NET's SoapHttpClientProtocol: the call in lines of path and value, its answer in such lines. */
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Web.Services;
using System.Web.Services.Protocols;
using System.Xml.Serialization;

public abstract class Block : SoapHeader {
  [XmlText] public string Text;
}

[XmlRoot("Ticket", Namespace = "urn:example:ticket")] public class Ticket : Block { }
[XmlRoot("Trace", Namespace = "urn:example:trace")] public class Trace : Block { }
[XmlRoot("Traced", Namespace = "urn:example:trace")] public class Traced : Block { }

[WebServiceBinding(Namespace = C)]
public class Examples : SoapHttpClientProtocol {
  const string C = "urn:example:calculator", E = "urn:example:echo", L = "urn:example:ledger";
  public Ticket Ticket;
  public Trace Trace;
  public Traced Traced;

  double Calculate(string operation, double a, double b) {
    return (double) Invoke(operation, new object[] { a, b })[0];
  }

  [SoapHeader("Ticket"), SoapHeader("Trace")]
  [SoapHeader("Traced", Direction = SoapHeaderDirection.Out)]
  [SoapDocumentMethod("", RequestNamespace = C, ResponseNamespace = C)]
  [return: XmlElement("result")]
  public double Add(double a, double b) { return Calculate("Add", a, b); }

  [SoapDocumentMethod("", RequestNamespace = C, ResponseNamespace = C)]
  [return: XmlElement("result")]
  public double Subtract(double a, double b) { return Calculate("Subtract", a, b); }

  [SoapDocumentMethod("", RequestNamespace = C, ResponseNamespace = C)]
  [return: XmlElement("result")]
  public double Divide(double a, double b) { return Calculate("Divide", a, b); }

  [SoapDocumentMethod("", RequestNamespace = C, ResponseNamespace = C)]
  [return: XmlElement("result")]
  public double Multiply(double a, double b) { return Calculate("Multiply", a, b); }

  [SoapDocumentMethod("", RequestNamespace = E, ResponseNamespace = E)]
  [return: XmlElement("text")]
  public string Echo(string text) { return (string) Invoke("Echo", new object[] { text })[0]; }

  [SoapDocumentMethod("", RequestNamespace = L, OneWay = true)]
  public void Record(string id, string text) { Invoke("Record", new object[] { id, text }); }
}

static class Program {
  static void Main() {
    Console.InputEncoding = Console.OutputEncoding = new UTF8Encoding(false);
    var call = new Dictionary<string, string>();
    for (string line; (line = Console.ReadLine()) != null;) {
      var blank = line.IndexOf(' ');
      call[line.Substring(0, blank)] = line.Substring(blank + 1);
    }
    var older = call["soap"] == "1.1";
    var client = new Examples {
      Url = call["url"],
      SoapVersion = older ? SoapProtocolVersion.Soap11 : SoapProtocolVersion.Soap12,
    };
    if (call.ContainsKey("header.name")) AddBlock(client, call, older);
    try {
      var result = Invoke(client, call);
      if (result != null) Write("result", Convert.ToString(result, CultureInfo.InvariantCulture));
    } catch (SoapException fault) {
      Write("fault.code", fault.Code.Name);
      Write("fault.reason", fault.Message);
      var entry = fault.Detail == null ? null : fault.Detail.FirstChild;
      if (entry != null) Write("fault.detail", entry.LocalName);
    }
    if (client.Traced != null) Write("headers.Traced", client.Traced.Text);
  }

  static object Invoke(Examples client, Dictionary<string, string> call) {
    Func<string, string> text = name => call["parameters." + name];
    Func<string, double> number = name => double.Parse(text(name), CultureInfo.InvariantCulture);
    switch (call["operation"]) {
      case "Add": return client.Add(number("a"), number("b"));
      case "Subtract": return client.Subtract(number("a"), number("b"));
      case "Divide": return client.Divide(number("a"), number("b"));
      case "Multiply": return client.Multiply(number("a"), number("b"));
      case "Echo": return client.Echo(text("text"));
      default: client.Record(text("id"), text("text")); return null;
    }
  }

  static void AddBlock(Examples client, Dictionary<string, string> call, bool older) {
    Block block;
    if (call["header.name"] == "Trace") block = client.Trace = new Trace();
    else block = client.Ticket = new Ticket();
    block.Text = call["header.value"];
    block.MustUnderstand = call["header.mustUnderstand"] == "true";
    if (call["header.next"] != "true") return;
    if (older) block.Actor = "http://schemas.xmlsoap.org/soap/actor/next";
    else block.Role = "http://www.w3.org/2003/05/soap-envelope/role/next";
  }

  static void Write(string path, string value) { Console.WriteLine(path + " " + value); }
}
