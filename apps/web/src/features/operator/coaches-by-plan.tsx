import { PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import type { PlatformFigures } from '@stridewell/contract/operator/operator';
import { COACH_STATUSES, type CoachStatus } from '@stridewell/contract/people.rules';
import { numberText } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { STATUS_LABELS } from './operator.wording.ts';

type Groups = PlatformFigures['coaches'];

const sumOf = (groups: Groups, { plan, status }: { plan?: Plan; status?: CoachStatus }): number =>
  groups
    .filter((group) => (!plan || group.plan === plan) && (!status || group.status === status))
    .reduce((sum, { count }) => sum + count, 0);

type Row = { label: string; status?: CoachStatus };

/** How many coaches have each status, on each plan. Statuses without coaches have no row. */
export function CoachesByPlan({ coaches }: { coaches: Groups }) {
  const shown = COACH_STATUSES.filter((status) => sumOf(coaches, { status }) > 0);
  const rows: Row[] = [
    ...shown.map((status) => ({ label: STATUS_LABELS[status], status })),
    ...(shown.length > 1 ? [{ label: 'All' }] : []),
  ];
  const columns: Column<Row>[] = [
    { header: 'Status', rowHeader: true, cell: ({ label }) => label },
    ...PLAN_ORDER.map((plan) => ({
      header: PLANS[plan].label.replace('Coach ', ''),
      figure: true,
      cell: ({ label: _, ...of }: Row) => numberText(sumOf(coaches, { plan, ...of })),
    })),
    { header: 'All', figure: true, cell: ({ label: _, ...of }) => numberText(sumOf(coaches, of)) },
  ];
  return (
    <SectionCard title="Coaches by plan and status">
      <DataTable
        label="Coaches by plan and status"
        columns={columns}
        rows={rows}
        keyOf={({ label }) => label}
        empty={<EmptyState title="No coaches yet" role="status" />}
      />
    </SectionCard>
  );
}
