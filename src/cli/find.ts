/** `waybill find`: placeholder. */
import { Command } from 'commander'
export const findCommand = () => new Command('find')
