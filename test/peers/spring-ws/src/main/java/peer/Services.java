package peer;

import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.config.annotation.WsConfigurationSupport;
import org.springframework.ws.server.endpoint.adapter.DefaultMethodEndpointAdapter;
import org.springframework.ws.server.endpoint.adapter.method.MarshallingPayloadMethodProcessor;
import org.springframework.ws.server.endpoint.adapter.method.MessageContextMethodArgumentResolver;
import org.springframework.ws.soap.SoapFault;
import org.springframework.ws.soap.addressing.server.AnnotationActionEndpointMapping;
import org.springframework.ws.soap.server.SoapMessageDispatcher;
import org.springframework.ws.soap.server.endpoint.SoapFaultAnnotationExceptionResolver;
import org.springframework.ws.soap.server.endpoint.adapter.method.SoapHeaderElementMethodArgumentResolver;

/** What Spring's @EnableWs makes, with WS-Addressing before the name of the payload, and with MTOM. */
@Configuration
public class Services extends WsConfigurationSupport {
  @Bean
  public SoapMessageDispatcher dispatcher() {
    return new SoapMessageDispatcher();
  }

  @Bean
  public Jaxb2Marshaller marshaller() {
    Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
    marshaller.setContextPath("peer.warehouse");
    marshaller.setMtomEnabled(true);
    return marshaller;
  }

  @Bean
  public Stock stock() {
    return new Stock(marshaller());
  }

  /** The first of those that map a message: the blocks of an answer are written by it alone. */
  @Override
  @Bean
  public AnnotationActionEndpointMapping annotationActionEndpointMapping() {
    AnnotationActionEndpointMapping mapping = super.annotationActionEndpointMapping();
    mapping.setOrder(-1);
    return mapping;
  }

  @Override
  @Bean
  public DefaultMethodEndpointAdapter defaultMethodEndpointAdapter() {
    MarshallingPayloadMethodProcessor payloads = new MarshallingPayloadMethodProcessor(marshaller());
    DefaultMethodEndpointAdapter adapter = new DefaultMethodEndpointAdapter();
    adapter.setMethodArgumentResolvers(
        List.of(
            payloads,
            new MessageContextMethodArgumentResolver(),
            new SoapHeaderElementMethodArgumentResolver()));
    adapter.setMethodReturnValueHandlers(List.of(payloads));
    return adapter;
  }

  /** The annotation of an exception has the code of its fault; what its detail holds is written here. */
  @Override
  @Bean
  public SoapFaultAnnotationExceptionResolver soapFaultAnnotationExceptionResolver() {
    Jaxb2Marshaller marshaller = marshaller();
    return new SoapFaultAnnotationExceptionResolver() {
      @Override
      protected void customizeFault(Object endpoint, Exception exception, SoapFault fault) {
        if (!(exception instanceof StockFault stock)) return;
        marshaller.marshal(stock.detail(), fault.addFaultDetail().getResult());
      }
    };
  }
}
