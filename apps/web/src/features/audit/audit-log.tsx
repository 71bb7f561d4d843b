import { Button, Card, Select, Stack, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { numberText, timeAgo } from '../../lib/format.ts';
import { useSearchText } from '../../lib/search-text.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { auditSearchQuery, lastCheckQuery } from './audit.queries.ts';
import {
  type AuditPageSearch,
  actionChoices,
  auditFileUrl,
  auditSearchOf,
  choiceOf,
  readAuditSearch,
  searchOfChoice,
} from './audit.search.ts';
import classes from './audit-log.module.css';
import { AuditRow } from './audit-row.tsx';
import { PersonFilter } from './person-filter.tsx';

type AuditLogProps = { search: AuditPageSearch; onSearch: (search: AuditPageSearch) => void };

/** Everything that the audit log holds, for operators. */
export function AuditLog({ search, onSearch }: AuditLogProps) {
  const timeZone = useTimeZone();
  const asked = auditSearchOf(search, timeZone);
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
            {isSearched ? 'No entries match these filters.' : 'Changes will appear here.'}
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
  const timeZone = useTimeZone();
  const { data } = useQuery(lastCheckQuery());
  if (data === undefined) return 'Who changed what, when and from which network.';
  if (data === null) return 'The entries have not been checked yet. They are checked every night.';
  const { problems, entries, finishedAt, firstProblem } = data;
  if (problems === 0)
    return `All ${numberText(entries)} entries were checked ${timeAgo(finishedAt, timeZone)}. None was changed.`;
  return (
    <span className={classes.alarm}>
      The check {timeAgo(finishedAt, timeZone)} found {numberText(problems)} changed or missing entries.{' '}
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
  const network = useSearchText(search.network ?? '', (text) => find({ network: text }));
  return (
    <div className={classes.filters}>
      <Select
        label="Action"
        size="sm"
        placeholder="All actions"
        data={actionChoices()}
        value={choiceOf(search)}
        searchable
        clearable
        nothingFoundMessage="No matching action"
        onChange={(value) => find(searchOfChoice(value))}
      />
      <PersonFilter label="Done by" placeholder="Name or email" value={search.by ?? ''} onFind={(by) => find({ by })} />
      <PersonFilter
        label="About"
        placeholder="Coach or person"
        value={search.about ?? ''}
        onFind={(about) => find({ about })}
      />
      <TextInput
        label="Network"
        placeholder="203.0.113.7"
        maxLength={120}
        size="sm"
        ref={network.field}
        value={network.typed}
        onChange={({ currentTarget: { value } }) => network.type(value)}
      />
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
          Filtered to one client. Show all
        </Button>
      )}
    </div>
  );
}
