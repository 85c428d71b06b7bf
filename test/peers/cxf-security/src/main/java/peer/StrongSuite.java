package peer;

import org.apache.cxf.Bus;
import org.apache.cxf.ws.security.policy.custom.AlgorithmSuiteLoader;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.apache.wss4j.policy.SPConstants;
import org.apache.wss4j.policy.model.AbstractSecurityAssertion;
import org.apache.wss4j.policy.model.AlgorithmSuite;

/** Has Basic256Sha256 of a WSDL mean what the node speaks: no property of CXF sets the digest of RSA-OAEP. */
public final class StrongSuite implements AlgorithmSuiteLoader {
  @Override
  public AlgorithmSuite getAlgorithmSuite(Bus bus, SPConstants.SPVersion version, Policy nested) {
    return new Suite(version, nested);
  }

  private static final class Suite extends AlgorithmSuite {
    private Suite(SPConstants.SPVersion version, Policy nested) {
      super(version, nested);
    }

    @Override
    protected AbstractSecurityAssertion cloneAssertion(Policy nested) {
      return new Suite(getVersion(), nested);
    }

    @Override
    protected void parseNestedPolicy(Policy policy, AlgorithmSuite suite) {
      super.parseNestedPolicy(policy, suite);
      AlgorithmSuiteType strong = new AlgorithmSuiteType(getAlgorithmSuiteType());
      strong.setEncryption("http://www.w3.org/2009/xmlenc11#aes256-gcm");
      strong.setAsymmetricSignature("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
      strong.setEncryptionDigest("http://www.w3.org/2001/04/xmlenc#sha256");
      strong.setNamespace(getAlgorithmSuiteType().getNamespace());
      setAlgorithmSuiteType(strong);
    }

    @Override
    protected void parseCustomAssertion(Assertion assertion) {
      throw new IllegalArgumentException("another suite: " + assertion.getName());
    }
  }
}
