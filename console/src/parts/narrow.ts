/** Whether the screen is as narrow as a phone. */
import { useEffect, useState } from 'preact/hooks'

const NARROW = matchMedia('(max-width: 800px)')

export function useNarrow(): boolean {
  const [narrow, set] = useState(NARROW.matches)
  useEffect(() => {
    const changed = () => set(NARROW.matches)
    NARROW.addEventListener('change', changed)
    return () => NARROW.removeEventListener('change', changed)
  }, [])
  return narrow
}
