import type { EventType } from '@stridewell/contract/events';
import type { SQL } from 'drizzle-orm';
import type { Tx } from '../platform/db/database.ts';
import type { Queue } from '../platform/queue/queue.ts';
import type { EventFeature, EventHandler, TimelineLines } from './events/handlers.ts';
import type { ExportedTable, ExportingFeature } from './exports.ts';
import type { FollowedFeature } from './followed.ts';
import type { PlanningFeature } from './plans.ts';
import type { QuotingFeature } from './quotes.ts';
import type { CoachKey } from './tenancy/placement.ts';
import type { TouchedFeature } from './touches.ts';
import type { ViewingFeature } from './views.ts';

/** The parts of a manifest that core calls, because core imports no feature. */
export type RegisteredFeature = EventFeature &
  QuotingFeature &
  PlanningFeature &
  FollowedFeature &
  TouchedFeature &
  ViewingFeature &
  ExportingFeature;

/**
 * Collects the declarations of the manifests for core and for features that do not import each other. Created once per
 * process with the queue. Every transaction carries it, because most of its callers have only a transaction.
 */
export class Registry {
  readonly queue: Pick<Queue, 'send'>;
  /** Timeline lines by event type. Types without an entry are not shown. */
  readonly timelineLines: TimelineLines;
  /** SELECT of the row that a message replies to; undefined when no feature has such rows. */
  readonly messageQuote: ((coachId: CoachKey) => SQL) | undefined;
  /** Conditions about the plans that clients follow. */
  readonly plans: readonly NonNullable<PlanningFeature['plans']>[];
  /** How much of their nutrition clients follow; undefined when no feature knows. */
  readonly nutritionShares: FollowedFeature['nutritionShares'];
  /** In locking order: a feature locks its own rows before those of the features it calls. */
  readonly touchHandlers: readonly NonNullable<TouchedFeature['onTouch']>[];
  readonly viewHandlers: readonly NonNullable<ViewingFeature['onViewsEnded']>[];
  /** Tables in copies of people's data, in the order of the features. */
  readonly exportedTables: readonly ExportedTable[];
  readonly #eventHandlers: ReadonlyMap<string, readonly EventHandler[]>;

  constructor(features: readonly RegisteredFeature[], queue: Pick<Queue, 'send'>) {
    const handlers = features.flatMap(({ name: feature, events }) =>
      Object.entries(events?.handles ?? {}).map(([type, handler]) => ({ type, feature, ...handler }) as EventHandler),
    );
    this.queue = queue;
    this.#eventHandlers = Map.groupBy(handlers, ({ type }) => type);
    this.timelineLines = Object.assign({}, ...features.map(({ timeline }) => timeline));
    this.messageQuote = features.find(({ messageQuote }) => messageQuote)?.messageQuote;
    this.plans = features.flatMap(({ plans }) => plans ?? []);
    this.nutritionShares = features.find(({ nutritionShares }) => nutritionShares)?.nutritionShares;
    this.touchHandlers = features.toReversed().flatMap(({ onTouch }) => onTouch ?? []);
    this.viewHandlers = features.flatMap(({ onViewsEnded }) => onViewsEnded ?? []);
    this.exportedTables = features.flatMap(({ exports = [] }) => exports);
  }

  /** Handlers of an event type, in the order of the features. */
  eventHandlers(type: EventType): readonly EventHandler[] {
    return this.#eventHandlers.get(type) ?? [];
  }
}

/** @throws for a transaction of a database that was opened without a registry */
export function registryOf({ carried }: Pick<Tx, 'carried'>): Registry {
  if (carried instanceof Registry) return carried;
  throw new Error('this transaction carries no registry');
}
