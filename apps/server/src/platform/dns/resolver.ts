import { Resolver as DnsResolver } from 'node:dns/promises';
import { isIP, isIPv4 } from 'node:net';

/** Asks DNS. A name without records of the kind has an empty list. */
export type Resolver = {
  /** TXT records, each as one text. */
  texts(name: string): Promise<string[]>;
  /** CNAME records. */
  aliases(name: string): Promise<string[]>;
  /** A and AAAA records, also those of an alias. */
  addresses(name: string): Promise<string[]>;
};

/** No server answered, or with an error, which says nothing about the records. */
class UnresolvedError extends Error {
  override readonly name = 'UnresolvedError';
}

export const isUnresolved = (error: unknown): boolean => error instanceof UnresolvedError;

const NO_RECORDS = new Set(['ENODATA', 'ENOTFOUND']);
const PATIENCE_MS = 3000;
const TRIES = 2;

/** An IP address, perhaps with a port. */
export const isDnsServer = (text: string): boolean =>
  isIP(text.replace(/^\[(.+)\](?::\d+)?$/, '$1')) !== 0 || isIPv4(text.replace(/:\d+$/, ''));

/** @param servers with ports; by default those of the machine */
export function createResolver(servers: readonly string[]): Resolver {
  const dns = new DnsResolver({ timeout: PATIENCE_MS, tries: TRIES });
  if (servers.length > 0) dns.setServers(servers);
  const ask = async <Found>(name: string, question: Promise<Found[]>): Promise<Found[]> => {
    try {
      return await question;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (NO_RECORDS.has(code)) return [];
      throw new UnresolvedError(`${name} was not resolved: ${code}`, { cause: error });
    }
  };
  return {
    // A long text arrives in pieces.
    texts: async (name) => (await ask(name, dns.resolveTxt(name))).map((pieces) => pieces.join('')),
    aliases: (name) => ask(name, dns.resolveCname(name)),
    addresses: async (name) =>
      (await Promise.all([ask(name, dns.resolve4(name)), ask(name, dns.resolve6(name))])).flat(),
  };
}
