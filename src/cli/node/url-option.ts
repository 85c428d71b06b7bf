/** The option that says where the admin listener of the node that runs is. */
import { InvalidArgumentError, Option } from 'commander'

export function urlOption(): Option {
  return new Option(
    '--url <url>',
    'where the admin listener of the node is, if not by the configuration',
  ).argParser((text: string) => {
    if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
    throw new InvalidArgumentError(`expected its URL, such as http://127.0.0.1:8081, got ${text}`)
  })
}
