/** Calls Add by node-soap, which reads the WSDL when it starts; the argument is the address of the service. */
import { createClientAsync } from 'soap'

const address = process.argv[2]
const client = await createClientAsync(`${address}?wsdl`)
const [answer] = await client.AddAsync({ a: 1, b: 2 })
console.log(answer.result)
