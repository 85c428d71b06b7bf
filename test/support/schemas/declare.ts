/** Writes the declarations of a random schema. */
import type {
  AttributeModel,
  ElementModel,
  GroupModel,
  ParticleModel,
  SimpleModel,
} from './model.js'

export function writeAttribute({ name, type, use, constraint }: AttributeModel): string {
  const shown = use === 'optional' ? '' : ` use="${use}"`
  return written('attribute', ` name="${name}"${shown}${constraint}`, type, '')
}

export function writeElement(
  { local, type, nillable, constraint, more, inside }: ElementModel,
  occurs = '',
): string {
  const attributes = ` name="${local}"${occurs}${nillable ? ' nillable="true"' : ''}${constraint}${more}`
  if (type.kind === 'simple') return written('element', attributes, type, inside)
  return `<xs:element${attributes} type="t:${type.name}">${inside}</xs:element>`
}

function written(kind: string, attributes: string, type: SimpleModel, inside: string): string {
  return type.reference
    ? `<xs:${kind}${attributes} type="${type.reference}">${inside}</xs:${kind}>`
    : `<xs:${kind}${attributes}>${type.body}${inside}</xs:${kind}>`
}

export function writeGroup({ kind, particles }: GroupModel, occurs = ''): string {
  return `<xs:${kind}${occurs}>${particles.map(writeParticle).join('')}</xs:${kind}>`
}

function writeParticle({ min, max, term }: ParticleModel): string {
  const most = max === Number.POSITIVE_INFINITY ? 'unbounded' : max
  const occurs = `${min === 1 ? '' : ` minOccurs="${min}"`}${max === 1 ? '' : ` maxOccurs="${most}"`}`
  switch (term.kind) {
    case 'element':
      return term.global
        ? `<xs:element ref="t:${term.local}"${occurs}/>`
        : writeElement(term, occurs)
    case 'any':
      return `<xs:any namespace="${term.namespaces}" processContents="${term.process}"${occurs}/>`
    default:
      return writeGroup(term, occurs)
  }
}
