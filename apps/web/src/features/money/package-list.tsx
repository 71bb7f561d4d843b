import { Button } from '@mantine/core';
import type { CoachPackage } from '@stridewell/contract/money/money';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { packagesQuery } from './money.queries.ts';
import { priceText } from './money.wording.ts';

const PackageForm = late(async () => (await import('./package-form.tsx')).PackageForm);

/** The coach's packages. */
export function PackageList({ coachId }: { coachId: string }) {
  const [editing, setEditing] = useState<CoachPackage | 'new' | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={18} />} variant="light" onClick={() => setEditing('new')}>
      New package
    </Button>
  );
  return (
    <QueryBoundary query={useQuery(packagesQuery(coachId))} failed="Your packages could not be loaded" skeleton={240}>
      {({ packages, currency }) => (
        <>
          {packages.length === 0 ? (
            <EmptyState title="Your packages will appear here" action={add}>
              Add what you sell with its price, like a month of coaching or ten sessions. Subscriptions and invoices
              start from it.
            </EmptyState>
          ) : (
            <SectionCard title="Packages" aside={add}>
              <PackageTable packages={packages} onEdit={setEditing} />
            </SectionCard>
          )}
          {editing && (
            <PackageForm
              coachId={coachId}
              package={editing === 'new' ? null : editing}
              currency={currency}
              onClose={() => setEditing(null)}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

type PackageTableProps = { packages: readonly CoachPackage[]; onEdit: (edited: CoachPackage) => void };

const PackageTable = ({ packages, onEdit }: PackageTableProps) => (
  <DataTable
    highlightOnHover
    label="Packages"
    columns={[
      {
        header: 'Package',
        long: true,
        cell: ({ name, archived, description }) => (
          <>
            {name}
            {archived && ' (archived)'}
            <Muted lineClamp={2}>{description}</Muted>
          </>
        ),
      },
      { header: 'Price', figure: true, cell: priceText },
    ]}
    rows={packages}
    keyOf={({ id }) => id}
    isFaint={({ archived }) => archived}
    actions={(one) => <IconButton size={32} label={`Edit ${one.name}`} icon={IconPencil} onClick={() => onEdit(one)} />}
  />
);
