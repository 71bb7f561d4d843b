import { Skeleton, Switch, Table, Text } from '@mantine/core';
import type { Side } from '@stridewell/contract/messages.rules';
import {
  CHANNELS,
  isNotificationOn,
  NOTIFICATION_GROUPS,
  NOTIFICATION_KINDS,
  type NotificationGroup,
  type NotificationType,
  notificationTypesFor,
} from '@stridewell/contract/notifications.rules';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import classes from './notification-preferences.module.css';
import { groupLabel } from './notifications.messages.ts';
import { preferencesQuery, useSetPreference } from './notifications.queries.ts';

const HEADS = { in_app: 'In the app', mail: 'By mail' };

type NotificationPreferencesProps = { reader: Side; email: string; emailVerified: boolean };

/** What somebody is told, and how. Each switch is saved as it is pressed. */
export function NotificationPreferences({ reader, email, emailVerified }: NotificationPreferencesProps) {
  const { data, error, isPending, refetch } = useQuery(preferencesQuery());
  const set = useSetPreference();
  if (isPending) return <Skeleton height={420} role="status" aria-busy aria-label="Your preferences are loading" />;
  if (!data) {
    return <LoadError title="Your preferences could not be loaded" error={error} onRetry={() => refetch()} />;
  }
  const types = notificationTypesFor(reader);
  const typesIn = (group: NotificationGroup): NotificationType[] =>
    types.filter((type) => NOTIFICATION_KINDS[type].group === group);
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {emailVerified
          ? `Mails go to ${email}. A message is mailed only if you have not read it after five minutes.`
          : `Mails begin once you have confirmed ${email}.`}
      </Text>
      <Table className={classes.table} verticalSpacing={10} aria-label="What you are told, and how">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Tell me when</Table.Th>
            {CHANNELS.map((channel) => (
              <Table.Th key={channel} className={classes.channel}>
                {HEADS[channel]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {NOTIFICATION_GROUPS.map((group) => (
            <Fragment key={group}>
              <Table.Tr className={classes.group}>
                <Table.Th colSpan={3} scope="rowgroup">
                  {groupLabel(group, reader)}
                </Table.Th>
              </Table.Tr>
              {typesIn(group).map((type) => {
                const words = NOTIFICATION_KINDS[type].words[reader] ?? '';
                return (
                  <Table.Tr key={type}>
                    <Table.Td>{words}</Table.Td>
                    {CHANNELS.map((channel) => (
                      <Table.Td key={channel} className={classes.channel}>
                        <Switch
                          className={classes.switch}
                          withThumbIndicator={false}
                          aria-label={`${words}: ${HEADS[channel].toLowerCase()}`}
                          checked={isNotificationOn(data.choices, type, channel)}
                          onChange={({ currentTarget: { checked: enabled } }) => set.mutate({ type, channel, enabled })}
                        />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                );
              })}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
