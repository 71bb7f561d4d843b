import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags of the authenticator's data: a user was present, the user was verified, and a new key is attached. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

type Registration = { challenge: string; rp: { id: string } };
type Authentication = { challenge: string; rpId: string };
type Ceremony = { origin?: string; isVerified?: boolean };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** CBOR of a byte string and of a short text. */
const cborBytes = (data: Buffer): Buffer => {
  const head = data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from(head), data]);
};
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/**
 * A device that keeps one passkey, written from the WebAuthn standard and independent of the code that checks it: an
 * ES256 key, no attestation.
 */
export function createPasskeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let uses = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const authenticatorData = (host: string, flags: number, rest = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(uses);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, rest]);
  };
  const id = base64url(credentialId);
  const known = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  return {
    id,
    /** Makes the passkey that the server asks for. */
    create({ challenge, rp }: Registration, { origin = 'http://localhost:3000', isVerified = true }: Ceremony = {}) {
      const key = Buffer.concat([
        // A map of key type, algorithm, curve, and the two coordinates.
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, 'base64url')),
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const attached = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      const data = authenticatorData(rp.id, PRESENT | HAS_KEY | (isVerified ? VERIFIED : 0), attached);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      return {
        ...known,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** Answers a request to sign in. */
    get({ challenge, rpId }: Authentication, { origin = 'http://localhost:3000', isVerified = true }: Ceremony = {}) {
      uses += 1;
      const data = authenticatorData(rpId, PRESENT | (isVerified ? VERIFIED : 0));
      const client = clientData('webauthn.get', challenge, origin);
      return {
        ...known,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: null,
        },
      };
    },
  };
}

export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>;
