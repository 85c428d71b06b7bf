/* One call by .NET's SoapHttpClientProtocol, as Mono has it: the call in lines of path and value, its
   answer in such lines. */
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Web.Services;
using System.Web.Services.Description;
using System.Web.Services.Protocols;
using System.Xml;
using System.Xml.Serialization;

[XmlRoot("Ticket", Namespace = "urn:example:ticket")]
public class Ticket : SoapHeader { [XmlText] public string Text; }

[XmlRoot("Trace", Namespace = "urn:example:trace")]
public class Trace : SoapHeader { [XmlText] public string Text; }

[XmlRoot("Traced", Namespace = "urn:example:trace")]
public class Traced : SoapHeader { [XmlText] public string Text; }

[WebServiceBinding(Namespace = "urn:example:calculator")]
public class Examples : SoapHttpClientProtocol {
  const string Calculator = "urn:example:calculator", Echoes = "urn:example:echo", Ledger = "urn:example:ledger";
  public Ticket Ticket;
  public Trace Trace;
  public Traced Traced;

  [SoapHeader("Ticket"), SoapHeader("Trace"), SoapHeader("Traced", Direction = SoapHeaderDirection.Out)]
  [SoapDocumentMethod("", RequestNamespace = Calculator, ResponseNamespace = Calculator)]
  [return: XmlElement("result")]
  public double Add(double a, double b) { return (double) Invoke("Add", new object[] { a, b })[0]; }

  [SoapDocumentMethod("", RequestNamespace = Calculator, ResponseNamespace = Calculator)]
  [return: XmlElement("result")]
  public double Subtract(double a, double b) { return (double) Invoke("Subtract", new object[] { a, b })[0]; }

  [SoapDocumentMethod("", RequestNamespace = Calculator, ResponseNamespace = Calculator)]
  [return: XmlElement("result")]
  public double Divide(double a, double b) { return (double) Invoke("Divide", new object[] { a, b })[0]; }

  [SoapDocumentMethod("", RequestNamespace = Calculator, ResponseNamespace = Calculator)]
  [return: XmlElement("result")]
  public double Multiply(double a, double b) { return (double) Invoke("Multiply", new object[] { a, b })[0]; }

  [SoapDocumentMethod("", RequestNamespace = Echoes, ResponseNamespace = Echoes)]
  [return: XmlElement("text")]
  public string Echo(string text) { return (string) Invoke("Echo", new object[] { text })[0]; }

  [SoapDocumentMethod("", RequestNamespace = Ledger, OneWay = true)]
  public void Record(string id, string text) { Invoke("Record", new object[] { id, text }); }
}

static class Program {
  static void Main() {
    var call = new Dictionary<string, string>();
    Console.InputEncoding = Console.OutputEncoding = new System.Text.UTF8Encoding(false);
    for (string line; (line = Console.ReadLine()) != null;) {
      var space = line.IndexOf(' ');
      call[line.Substring(0, space)] = line.Substring(space + 1);
    }
    var older = call["soap"] == "1.1";
    var client = new Examples { Url = call["url"], SoapVersion = older ? SoapProtocolVersion.Soap11 : SoapProtocolVersion.Soap12 };
    string name;
    if (call.TryGetValue("header.name", out name)) {
      var text = call["header.value"];
      SoapHeader block = name == "Trace" ? (SoapHeader) (client.Trace = new Trace { Text = text }) : client.Ticket = new Ticket { Text = text };
      block.MustUnderstand = call["header.mustUnderstand"] == "true";
      if (call["header.next"] == "true") {
        if (older) block.Actor = "http://schemas.xmlsoap.org/soap/actor/next";
        else block.Role = "http://www.w3.org/2003/05/soap-envelope/role/next";
      }
    }
    try {
      Func<string, double> number = key => double.Parse(call["parameters." + key], CultureInfo.InvariantCulture);
      object result = null;
      switch (call["operation"]) {
        case "Echo": result = client.Echo(call["parameters.text"]); break;
        case "Record": client.Record(call["parameters.id"], call["parameters.text"]); break;
        case "Add": result = client.Add(number("a"), number("b")); break;
        case "Subtract": result = client.Subtract(number("a"), number("b")); break;
        case "Divide": result = client.Divide(number("a"), number("b")); break;
        case "Multiply": result = client.Multiply(number("a"), number("b")); break;
      }
      if (result != null) Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "result {0}", result));
    } catch (SoapException fault) {
      Console.WriteLine("fault.code " + fault.Code.Name);
      Console.WriteLine("fault.reason " + fault.Message);
      if (fault.SubCode != null) Console.WriteLine("fault.subcode " + fault.SubCode.Code.Name);
      if (fault.Detail != null && fault.Detail.FirstChild != null) Console.WriteLine("fault.detail " + fault.Detail.FirstChild.LocalName);
    }
    if (client.Traced != null) Console.WriteLine("headers.Traced " + client.Traced.Text);
  }
}
