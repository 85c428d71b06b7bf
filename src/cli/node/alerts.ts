/** `waybill alerts test`: sends a test alert over every channel of the configuration, and says what happened to it. */
import { limited } from '../../base/deadline.js'
import { wallTime } from '../../base/time.js'
import { pathsOf } from '../../config/routes.js'
import { EXIT, WaybillError } from '../../errors.js'
import { createLog } from '../../log.js'
import { ALERT_BOUNDS } from '../../operate/alerts/bounds.js'
import { noticeText } from '../../operate/alerts/notice-text.js'
import { channelsOf, hasChannels } from '../../operate/alerts/open.js'
import { reportingErrors } from '../../path/plugins/make-transport.js'
import type { Configuration } from '../../path/plugins/transports.js'
import type { Transport } from '../../transport.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { note, printJson } from '../command/print.js'
import { readConfig } from '../command/read-config.js'

interface Flags extends ConfigOptions {
  readonly json: boolean
}

export function alertsCommand(): CliCommand {
  return new CliCommand('alerts')
    .withExamples('waybill alerts test --config waybill.yaml')
    .addCommand(testCommand())
}

function testCommand(): CliCommand {
  return withConfigOptions(new CliCommand('test'))
    .description('send a test alert to the webhook and the mailboxes of the configuration')
    .withJson('one object a line for each channel', {
      channel: '`webhook` or `mail`',
      sent: '`true` if it was taken',
      cause: 'why it was not',
    })
    .withExamples('waybill alerts test --config waybill.yaml')
    .action(test)
}

async function test(flags: Flags): Promise<void> {
  const configuration = await readConfig(sourcesOf(flags))
  const { config } = configuration
  if (!hasChannels(config)) {
    throw new WaybillError(
      'WAYBILL_CONFIG_INVALID',
      'alerts: expected alerts.webhook or alerts.mail, got neither: nobody is notified',
    )
  }
  const transports = config.alerts.mail ? await made(configuration) : []
  const at = wallTime()
  const notice = noticeText(
    {
      kind: 'test',
      state: 'test',
      subject: undefined,
      severity: undefined,
      title: 'this is how alerts of this node arrive',
      count: 1,
      first: at,
      last: at,
      waiting: undefined,
      oldest: undefined,
      examples: [],
      remedy: '',
      page: '#/flow',
      more: 0,
    },
    config.node.uri,
    config.alerts.console,
  )
  const { signal } = new AbortController()
  try {
    for (const channel of channelsOf(config, ALERT_BOUNDS, transports, { warn: complain })) {
      const cause = await limited(channel.timeout, signal, (ends) =>
        channel.send(notice, ends),
      ).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      if (flags.json) printJson({ channel: channel.name, sent: cause === undefined, cause })
      else
        process.stdout.write(
          `${channel.name}  ${cause === undefined ? 'sent' : `failed: ${cause}`}\n`,
        )
      if (cause !== undefined) process.exitCode = EXIT.unavailable
    }
  } finally {
    await Promise.all(transports.map((transport) => transport.close(AbortSignal.abort())))
  }
}

/** They listen to nothing, and know no plugins. */
function made({ config, transports }: Configuration): Promise<readonly Transport[]> {
  const log = createLog('error', (line) => process.stderr.write(line))
  return Promise.all(
    transports.used.map(({ module, settings: { section } }) =>
      reportingErrors(module.name, () =>
        module.create({
          section,
          bounds: module.bounds,
          plugins: [],
          paths: pathsOf(config),
          stateDir: config.stateDir,
          log,
        }),
      ),
    ),
  )
}

/** One of several mailboxes: the others got it. */
function complain(fields: object): void {
  note(`warning: a mailbox gets no alerts: ${'mailbox' in fields ? String(fields.mailbox) : ''}`)
}
