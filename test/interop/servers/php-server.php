<?php
// PHP's SoapServer, of the WSDL documents beside it: php -S 127.0.0.1:8080 php-server.php, then /document?wsdl.
ini_set('soap.wsdl_cache_enabled', '0');
date_default_timezone_set('UTC');

const SHOP = 'urn:example:shop';

/** What the operations do, whatever the style. */
class Shop
{
    private ?string $user = null;

    public function __construct(private SoapServer $server, private bool $wrapped, private string $use)
    {
    }

    /** The handler of the header block. */
    public function Session($session): void
    {
        $this->user = $session->user;
    }

    public function EchoTypes($all)
    {
        return $this->wrapped ? $all : $all;
    }

    public function EchoList($list)
    {
        return $list;
    }

    public function EchoOrder($order)
    {
        return $order;
    }

    public function Refuse($code)
    {
        $number = $this->wrapped ? $code->code : $code;
        if ($number === 0) {
            return $this->wrapped ? ['done' => true] : true;
        }
        $detail = ['code' => $number, 'why' => 'It is refused.'];
        throw new SoapFault('Client', 'Refused.', null, new SoapVar($detail, SOAP_ENC_OBJECT, 'Refusal', SHOP), 'Refused');
    }

    public function Who()
    {
        $this->server->addSoapHeader(new SoapHeader(SHOP, 'Stamp', ['number' => 7]));
        $user = $this->user ?? 'nobody';
        return $this->wrapped ? ['user' => $user] : $user;
    }
}

$style = basename(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if (!in_array($style, ['document', 'rpc', 'encoded'], true)) {
    http_response_code(404);
    return;
}
$wsdl = __DIR__ . "/$style.wsdl";
$here = "http://{$_SERVER['HTTP_HOST']}/$style";
if (isset($_GET['wsdl'])) {
    header('Content-Type: text/xml');
    echo str_replace('location="http://127.0.0.1/"', "location=\"$here\"", file_get_contents($wsdl));
    return;
}
$server = new SoapServer($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Shop($server, $style === 'document', $style));
$server->handle();
