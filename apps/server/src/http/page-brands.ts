import { setTimeout as delay } from 'node:timers/promises';
import type { ShownBrand } from '@stridewell/contract/branding/branding';
import { z } from 'zod';
import { type Brand, type CoachBrand, findBrand, toBrand, toShownBrand } from '../core/brand.ts';
import type { HostedCoach } from '../core/hosts.ts';
import type { Services } from '../core/services.ts';
import { visitorScope } from '../features/branding/branding.scopes.ts';
import { coachOfLink } from '../features/clients/clients.scopes.ts';
import { isUnavailable } from '../platform/db/failures.ts';

/** A page needs no brand, so it waits for a slow database no longer than this. */
const PATIENCE_MS = 1000;
const INVITATION = /^\/invitation\/([\w-]{20,200})$/;

const anyCoach = z.uuid().toLowerCase();

/** The brands of coaches on pages without a session. */
export type PageBrands = {
  /** The brand of a coach by an id from anywhere; null for the brand of the host. */
  ofCoach(coachId: unknown): Promise<Brand | null>;
  /**
   * The brand of a page without a session: that of the coach who invites to it, or whose domain it is at; null for any
   * other page.
   */
  ofPage(path: string, hosted: HostedCoach | null): Promise<ShownBrand | null>;
};

export function createPageBrands({ db, log, now }: Pick<Services, 'db' | 'log' | 'now'>): PageBrands {
  async function find(coachId: string): Promise<CoachBrand | null> {
    try {
      const found = db.readAtOnce(visitorScope(coachId), (tx) => findBrand(tx, coachId, now()));
      return await Promise.race([found, delay(PATIENCE_MS, null, { ref: false })]);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'a page was sent without its brand');
      return null;
    }
  }
  return {
    async ofCoach(coachId) {
      const id = anyCoach.safeParse(coachId);
      const found = id.success ? await find(id.data) : null;
      return found && toBrand(found);
    },
    async ofPage(path, hosted) {
      const [, token] = INVITATION.exec(path) ?? [];
      const coachId = (token === undefined ? null : coachOfLink(token)) ?? hosted?.coachId ?? null;
      return coachId === null ? null : toShownBrand(await find(coachId));
    },
  };
}
