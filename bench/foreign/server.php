<?php
/** PHP's SoapServer with the operations of the benchmark. */
class Bench
{
    public function Add($in)
    {
        return ['result' => $in->a + $in->b];
    }

    public function Echo($in)
    {
        return ['text' => $in->text];
    }
}

$server = new SoapServer(__DIR__ . '/bench.wsdl');
$server->setClass('Bench');
$server->handle();
