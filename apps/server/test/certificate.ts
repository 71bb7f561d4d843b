import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import tls from 'node:tls';

/** A value in DER: its tag, its length and its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const SUBJECT_ALT_NAME = '551d11';
const DAY_MS = 86_400_000;

/** Key and self-signed certificate of a server at `localhost`, which this process trusts from now on. */
export function trustedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Its own name, because an issuer is looked up by name and a process may trust several of these.
  const commonName = Buffer.from(`localhost ${randomBytes(8).toString('hex')}`);
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, commonName))));
  const now = Date.now();
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
    sequence(oid(SUBJECT_ALT_NAME), der(0x04, sequence(der(0x82, Buffer.from('localhost'))))),
  );
  const certified = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signed = sequence(certified, ECDSA_SHA256, bits(sign('sha256', certified, privateKey)));
  const cert = `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert]);
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
