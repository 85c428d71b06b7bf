<?php // Loads a WSDL for each version of SOAP, and adds two numbers by it; what PHP warns of stands in its output.
error_reporting(E_ALL);
ini_set('display_errors', 'stderr');
foreach ([SOAP_1_1, SOAP_1_2] as $version) {
    $client = new SoapClient($argv[1], ['soap_version' => $version, 'cache_wsdl' => WSDL_CACHE_NONE]);
    echo $client->Add(['a' => 1.5, 'b' => 2])->result, "\n";
}
