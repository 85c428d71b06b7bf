// Calls Add by what gowsdl made of the WSDL; the argument is the address of the service.
package main

import (
	"fmt"
	"os"

	"example/calculator"
	"github.com/hooklift/gowsdl/soap"
)

func main() {
	service := calculator.NewCalculator(soap.NewClient(os.Args[1]))
	answer, err := service.Add(&calculator.Operands{A: 1, B: 2})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(answer.Result)
}
