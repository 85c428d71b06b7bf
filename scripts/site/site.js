// Finds headings of all pages by the words that are typed.
const box = document.getElementById('search')
const found = document.getElementById('found')
const { up } = document.body.dataset
let index

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean)

async function show() {
  const words = wordsOf(box.value)
  found.hidden = words.length === 0
  if (found.hidden) return
  index ??= fetch(`${up}/search.json`).then((answer) => answer.json())
  const all = await index
  const hits = all.filter(({ title, text }) => {
    const line = `${title} ${text}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
  found.replaceChildren(
    ...hits.slice(0, 12).map(({ address, id, title, text }) => {
      const link = document.createElement('a')
      link.href = `${up}/${address}#${id}`
      link.textContent = title === text ? title : `${title}: ${text}`
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
}

box.addEventListener('input', show)
box.form.addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  box.focus()
})
// On a narrow page the list of pages is closed until it is asked for.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('.pages details').open = false
