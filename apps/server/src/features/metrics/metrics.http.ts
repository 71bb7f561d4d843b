import { monthOf } from '@stridewell/contract/metrics/metrics.periods.rules';
import { toMajorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../core/services.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { auditExport } from '../audit/audit.service.ts';
import { listMonthlyFigures, type MonthlyFigures } from './metrics.business.service.ts';

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const HEADINGS = ['Month', 'Currency', 'Revenue', 'Expenses', 'Net profit', 'Margin in percent'];

function cellsOf({ month, currency, revenue, expenses, profit, margin }: MonthlyFigures) {
  const amounts = [revenue, expenses, profit].map((cents) => toMajorUnits(cents, currency));
  return [monthOf(month), currency, ...amounts, margin];
}

/** Registers the download of the books by month. */
export function registerMetrics(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const readActor = createActorReader(services);

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/business-metrics.csv', async (request, reply) => {
    const { actor, coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    requireFeature(actor, 'advanced_ai', now());
    const months = await db.readAtOnce(scope, listMonthlyFigures);
    await auditExport(db, scope, { file: 'business metrics' });
    const name = `business-${dayInZone(now(), coach.timeZone)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(BYTE_ORDER_MARK + csvLine(HEADINGS) + months.map((month) => csvLine(cellsOf(month))).join(''));
  });
}
