/** The operations of this node as its contracts tell them, each with a form and a sample of its request. */
import { setImmediate } from '../../../base/time.js'
import type { Contract, ContractOperation } from '../../../contract/contract.js'
import { writingSample } from '../../../contract/page/index.js'
import type { RegisteredOperation } from '../../../path/parts/registered-operation.js'
import { atOnce } from '../../../xml/walk.js'
import type { OperationView } from '../api.js'
import { Form } from './form.js'

export class Catalogue {
  readonly #contracts: ReadonlyMap<string, Contract>
  readonly #registered: readonly RegisteredOperation[]
  #views: readonly OperationView[] | undefined

  /**
   * @param contracts   by plugin; none where the node publishes nothing
   * @param registered  what can be called
   */
  constructor(
    contracts: ReadonlyMap<string, Contract>,
    registered: readonly RegisteredOperation[],
  ) {
    this.#contracts = contracts
    this.#registered = registered
  }

  /** Made when it is first asked for: nothing of it changes. */
  async views(): Promise<readonly OperationView[]> {
    this.#views ??= await this.#make()
    return this.#views
  }

  async #make(): Promise<readonly OperationView[]> {
    const views: OperationView[] = []
    for (const { plugin, ownPath, operation, entry } of this.#registered) {
      const contract = this.#contracts.get(plugin)
      const described = contract?.operations.find(({ request }) => request.entry === entry)
      const [action] = [operation.action ?? []].flat()
      const at = { plugin, ownPath }
      if (contract && described) views.push({ ...at, ...viewOf(contract, described) })
      else views.push({ ...at, name: operation.name, action, answers: [], ...NO_FORM })
      // Each may take milliseconds: others have their turn between them.
      await new Promise(setImmediate)
    }
    return views
  }
}

const NO_FORM = { form: undefined, sample: undefined }

function viewOf(
  { schema }: Contract,
  { name, documentation, soapAction, request, response, faults }: ContractOperation,
): Omit<OperationView, 'plugin' | 'ownPath'> {
  const { elements } = schema.components
  const declaration = request.entry === undefined ? undefined : elements.get(request.entry)
  return {
    name: request.entry ?? name,
    documentation,
    action: soapAction === '' ? undefined : soapAction,
    answers: [
      ...(response?.entry ? [response.entry] : []),
      ...faults.map(({ element }) => element),
    ],
    form: declaration && new Form().of(declaration),
    sample: declaration && atOnce(writingSample(schema, declaration)),
  }
}
