/** The keys about proxies that speak for others, the same for each listener. */
import { z } from 'zod'
import { network } from './kinds.js'

/** Header fields by which proxies tell the address of who connected to them. */
export const ADDRESS_HEADERS = ['X-Forwarded-For', 'Forwarded'] as const

export const proxies = () =>
  z
    .array(network())
    .default([])
    .describe('Networks of proxies that are believed whom a request is from. Default: none.')

export const addressHeader = () => z.enum(ADDRESS_HEADERS).default('X-Forwarded-For')
