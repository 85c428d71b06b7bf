/** A device of ONVIF by a WSDL of its manufacturers' forum: it tells of itself, and does nothing else. */
import { readFileSync } from 'node:fs'
import { definePlugin, type OperationTypes, SoapFault } from '../../../src/plugin.js'

const MOMENT = {
  Time: { Hour: 12, Minute: 34, Second: 56 },
  Date: { Year: 2024, Month: 2, Day: 29 },
}

/** What it does; the contract has some eighty operations more. */
const ANSWERS: Readonly<Record<string, object>> = {
  GetDeviceInformation: {
    Manufacturer: 'Example',
    Model: 'Camera é',
    FirmwareVersion: '1.0',
    SerialNumber: '0815',
    HardwareId: '1',
  },
  GetSystemDateAndTime: {
    SystemDateAndTime: {
      DateTimeType: 'NTP',
      DaylightSavings: false,
      TimeZone: { TZ: 'UTC0' },
      UTCDateTime: MOMENT,
    },
  },
  GetCapabilities: {
    Capabilities: {
      Device: { XAddr: 'http://device.example/onvif/device_service' },
      Media: {
        XAddr: 'http://device.example/onvif/media',
        StreamingCapabilities: { RTPMulticast: false, RTP_TCP: true, RTP_RTSP_TCP: true },
      },
    },
  },
}

export default definePlugin<Readonly<Record<string, OperationTypes>>>(({ options }) => {
  const contract = new URL(String(options.contract))
  const names = readFileSync(contract, 'utf8').matchAll(/<wsdl:operation name="(\w+)"/g)
  const handlers = [...new Set([...names].map(([, name = '']) => name))].map((name) => {
    const handler = () => {
      const answer = ANSWERS[name]
      if (answer === undefined) {
        throw new SoapFault({ code: 'Client', reason: `This device has no ${name}.` })
      }
      return answer
    }
    return [name, handler] as const
  })
  return { contract, handlers: Object.fromEntries(handlers) }
})
