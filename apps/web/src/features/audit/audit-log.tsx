import { Button, Card, Select, Stack, TextInput } from '@mantine/core';
import { AUDIT_ACTION_NAMES } from '@stridewell/contract/audit.rules';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { browserTimeZone, numberText, timeAgo } from '../../lib/format.ts';
import { useSearchText } from '../../lib/search-text.ts';
import { auditSearchQuery, lastCheckQuery } from './audit.queries.ts';
import { type AuditPageSearch, actionChoices, auditFileUrl, auditSearchOf, readAuditSearch } from './audit.search.ts';
import classes from './audit-log.module.css';
import { AuditRow } from './audit-row.tsx';

type AuditLogProps = { search: AuditPageSearch; onSearch: (search: AuditPageSearch) => void };

/** Everything that the audit log holds, for operators. */
export function AuditLog({ search, onSearch }: AuditLogProps) {
  const asked = auditSearchOf(search, browserTimeZone());
  const query = useInfiniteQuery(auditSearchQuery(asked));
  const isSearched = Object.keys(search).length > 0;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Audit log"
        lead={<LastCheck />}
        actions={
          <Button
            component="a"
            href={auditFileUrl(asked)}
            download
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          >
            Download as CSV
          </Button>
        }
      />
      <Filters search={search} onSearch={onSearch} />
      <QueryBoundary
        query={query}
        failed="The audit log could not be loaded"
        skeleton={420}
        isEmpty={({ pages }) => pages[0]?.entries.length === 0}
        empty={
          <EmptyState
            title="No entries"
            role="status"
            action={
              isSearched && (
                <Button variant="default" renderRoot={(props) => <Link to="/operator/audit-log" {...props} />}>
                  Show all entries
                </Button>
              )
            }
          >
            {isSearched ? 'No entry fits all of these filters.' : 'What people change will be listed here.'}
          </EmptyState>
        }
      >
        {({ pages }) => (
          <div>
            <Card padding={0} component="ol" className={rows.divided} aria-label="Entries">
              {pages.flatMap(({ entries }) => entries.map((entry) => <AuditRow key={entry.id} entry={entry} />))}
            </Card>
            <LoadMore query={query} label="Show older entries" failed="Older entries could not be loaded" />
          </div>
        )}
      </QueryBoundary>
    </Stack>
  );
}

/** How the last daily check of all hashes ended. */
function LastCheck() {
  const { data } = useQuery(lastCheckQuery());
  if (data === undefined) return 'Who changed what, when and from which network.';
  if (data === null) return 'The entries have not been checked yet. They are checked every night.';
  const { problems, entries, finishedAt, firstProblem } = data;
  if (problems === 0)
    return `All ${numberText(entries)} entries were checked ${timeAgo(finishedAt)}. None was changed.`;
  return (
    <span className={classes.alarm}>
      The check {timeAgo(finishedAt)} found {numberText(problems)} changed or missing entries.{' '}
      {firstProblem && (
        <Link to="/operator/audit-log" search={{ about: firstProblem }}>
          Show the first chain
        </Link>
      )}
    </span>
  );
}

function Filters({ search, onSearch }: AuditLogProps) {
  const find = (changes: Record<keyof AuditPageSearch | string, unknown>) =>
    onSearch(readAuditSearch({ ...search, ...changes }));
  const by = useSearchText(search.by ?? '', (text) => find({ by: text }));
  const about = useSearchText(search.about ?? '', (text) => find({ about: text }));
  const network = useSearchText(search.network ?? '', (text) => find({ network: text }));
  return (
    <div className={classes.filters}>
      <Select
        label="Action"
        size="sm"
        placeholder="All actions"
        data={actionChoices()}
        value={search.action ?? null}
        searchable
        clearable
        nothingFoundMessage="No such action"
        onChange={(value) => find({ action: AUDIT_ACTION_NAMES.find((name) => name === value) })}
      />
      {(
        [
          ['Done by', 'Email address', by],
          ['About', 'Email of a coach or person', about],
          ['Network', '203.0.113.7', network],
        ] as const
      ).map(([label, placeholder, { field, typed, type }]) => (
        <TextInput
          key={label}
          label={label}
          placeholder={placeholder}
          maxLength={120}
          size="sm"
          ref={field}
          value={typed}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
      ))}
      {(
        [
          ['From', 'from'],
          ['To', 'to'],
        ] as const
      ).map(([label, name]) => (
        <TextInput
          key={name}
          label={label}
          type="date"
          size="sm"
          value={search[name] ?? ''}
          onChange={({ currentTarget: { value } }) => find({ [name]: value })}
        />
      ))}
      {search.clientId && (
        <Button variant="subtle" size="compact-sm" onClick={() => find({ clientId: undefined })}>
          Only about one client: show all
        </Button>
      )}
    </div>
  );
}
