import { Button, Table, VisuallyHidden } from '@mantine/core';
import type { CoachPackage } from '@stridewell/contract/money/money';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { packagesQuery } from './money.queries.ts';
import { priceText } from './money.wording.ts';
import classes from './money-table.module.css';
import { PackageForm } from './package-form.tsx';

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

function PackageTable({ packages, onEdit }: PackageTableProps) {
  return (
    <Table highlightOnHover className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Package</Table.Th>
          <Table.Th className={classes.figure}>Price</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {packages.map((one) => (
          <Table.Tr key={one.id} {...(one.archived && { c: 'dimmed' })}>
            <Table.Td>
              {one.name}
              {one.archived && ' (archived)'}
              <Muted lineClamp={2}>{one.description}</Muted>
            </Table.Td>
            <Table.Td className={classes.figure}>{priceText(one)}</Table.Td>
            <Table.Td className={classes.actions}>
              <IconButton size={32} label={`Edit ${one.name}`} icon={IconPencil} onClick={() => onEdit(one)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
