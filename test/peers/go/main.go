// A client by gowsdl: each line of standard input is a call, and gets a line in answer, both written as HTML forms are.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hooklift/gowsdl/soap"
	"peer/warehouse"
)

// A header block of WS-Addressing: gowsdl writes whatever it is given as a block.
type action struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/08/addressing Action"`
	Value   string   `xml:",chardata"`
}

type messageID struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/08/addressing MessageID"`
	Value   string   `xml:",chardata"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		began := time.Now()
		call, err := url.ParseQuery(lines.Text())
		if err != nil {
			panic(err)
		}
		answer, err := answerOf(call)
		if err != nil {
			answer = faultOf(err)
		}
		answer.Set("turn", call.Get("turn"))
		answer.Set("ms", strconv.FormatInt(time.Since(began).Milliseconds(), 10))
		fmt.Println(answer.Encode())
	}
}

func answerOf(call url.Values) (url.Values, error) {
	options := []soap.Option{soap.WithTimeout(20 * time.Second)}
	if call.Has("mtom") {
		options = append(options, soap.WithMTOM())
	}
	client := soap.NewClient(call.Get("address"), options...)
	if call.Has("id") {
		client.SetHeaders(
			action{Value: "urn:partner:warehouse/" + call.Get("operation")},
			messageID{Value: call.Get("id")},
		)
	}
	service := warehouse.NewWarehouse(client)
	switch call.Get("operation") {
	case "Reserve":
		count, err := strconv.ParseInt(call.Get("count"), 10, 32)
		if err != nil {
			return nil, err
		}
		line := &warehouse.Line{Item: call.Get("item"), Count: int32(count)}
		answer, detail := warehouse.ReserveResponse{}, outOfStock{}
		err = client.CallWithFaultDetail(
			"urn:partner:warehouse/Reserve", &warehouse.Reserve{Line: line}, &answer, &detail)
		if detail.HasData() {
			left := strconv.Itoa(int(detail.Left))
			return url.Values{"declared": {"OutOfStock"}, "item": {detail.Item}, "left": {left}}, nil
		}
		if err != nil {
			return nil, err
		}
		return url.Values{"result": {answer.Reservation}}, nil
	case "Ship":
		answer, err := service.Ship(&warehouse.Ship{Reservation: call.Get("reservation")})
		if err != nil {
			return nil, err
		}
		return url.Values{"result": {answer.Parcel}}, nil
	case "Echo":
		return echo(service, call)
	case "Mark":
		client.AddHeader(warehouse.Caller{Name: call.Get("caller")})
		answer, err := service.Mark(&warehouse.Mark{Text: call.Get("text")})
		if err != nil {
			return nil, err
		}
		return url.Values{"result": {answer.Text}}, nil
	case "Store":
		content, err := base64.StdEncoding.DecodeString(call.Get("content"))
		if err != nil {
			return nil, err
		}
		answer, err := service.Store(&warehouse.Store{Content: content})
		if err != nil {
			return nil, err
		}
		return url.Values{"content": {base64.StdEncoding.EncodeToString(answer.Stored)}}, nil
	default:
		if err := service.Note(&warehouse.Note{Text: call.Get("text")}); err != nil {
			return nil, err
		}
		return url.Values{"result": {"sent"}}, nil
	}
}

func echo(service warehouse.Warehouse, call url.Values) (url.Values, error) {
	count, err := strconv.ParseInt(call.Get("count"), 10, 32)
	if err != nil {
		return nil, err
	}
	amount, err := strconv.ParseFloat(call.Get("amount"), 64)
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(time.RFC3339, call.Get("at"))
	if err != nil {
		return nil, err
	}
	answer, err := service.Echo(&warehouse.Echo{Values: &warehouse.Values{
		Text:   call.Get("text"),
		Count:  int32(count),
		Amount: amount,
		At:     soap.CreateXsdDateTime(at, true),
		Open:   call.Get("open") == "true",
		Item:   strings.Split(call.Get("items"), "|"),
	}})
	if err != nil {
		return nil, err
	}
	echoed := answer.Echoed
	return url.Values{
		"text":   {echoed.Text},
		"count":  {strconv.Itoa(int(echoed.Count))},
		"amount": {strconv.FormatFloat(echoed.Amount, 'f', -1, 64)},
		"at":     {echoed.At.ToGoTime().Format(time.RFC3339)},
		"open":   {strconv.FormatBool(echoed.Open)},
		"items":  {strings.Join(echoed.Item, "|")},
	}, nil
}

// A detail that the contract declares: what gowsdl generates calls without it.
type outOfStock struct {
	warehouse.OutOfStock
}

func (detail *outOfStock) ErrorString() string { return "out of stock" }

func (detail *outOfStock) HasData() bool { return detail.Item != "" }

// What gowsdl tells of a fault: its code and its reason.
func faultOf(err error) url.Values {
	var fault *soap.SOAPFault
	if errors.As(err, &fault) {
		code := fault.Code[strings.LastIndex(fault.Code, ":")+1:]
		return url.Values{"fault": {code}, "reason": {fault.String}}
	}
	return url.Values{"error": {err.Error()}}
}
