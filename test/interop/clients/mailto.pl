# One request by SOAP::Lite over mail: the call as JSON in; the answer is a mail of its own.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my $call = decode_json(do { local $/; <STDIN> });
SOAP::Lite->new
  ->proxy($call->{url}, smtp => $call->{options}{relay})
  ->uri($call->{namespace})
  ->call($call->{operation}, map { SOAP::Data->name(@$_) } @{ $call->{parameters} });
