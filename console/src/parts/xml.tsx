/** XML as text nodes in colours; nothing of it ever becomes markup. */
import { useState } from 'preact/hooks'
import { indented, isWhole, originalLines } from '../pure/xml.js'
import { Copy } from './command.js'
import { Scroll } from './scroll.js'

export function Xml({ text, label }: { readonly text: string; readonly label: string }) {
  const [raw, showRaw] = useState(false)
  const lines = raw ? originalLines(text) : indented(text)
  return (
    <div class="xml">
      <div class="bar">
        <h3>{label}</h3>
        <span class="end">
          <button type="button" class="plain" aria-pressed={raw} onClick={() => showRaw(!raw)}>
            Not indented
          </button>
          <Copy text={text} />
        </span>
      </div>
      <Scroll label={label} kind="bare">
        <pre>
          {lines.map(({ indent, pieces }, index) => (
            <span class="xml-line" key={`${index}`}>
              {'  '.repeat(indent)}
              {pieces.map((piece, at) => (
                <span class={`x-${piece.kind}`} key={`${at}`}>
                  {piece.text}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </pre>
      </Scroll>
      {!isWhole(text) && <p class="quiet">Only its beginning is shown; Copy takes all.</p>}
    </div>
  )
}
