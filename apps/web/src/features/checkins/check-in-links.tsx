import { Avatar, Card, Text } from '@mantine/core';
import { initialsOf } from '@stridewell/contract/identity.rules';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import rows from '../../components/rows.module.css';

/** A list of clients whose rows lead to a check-in. */
export const CheckInLinks = ({ children }: { children: ReactNode }) => (
  <Card padding={0} component="ul" className={rows.divided}>
    {children}
  </Card>
);

export const CheckInLink = ({ to, name, children }: { to: string; name: string; children: ReactNode }) => (
  <li>
    <Link to={to} className={rows.link}>
      <Avatar size={36} aria-hidden>
        {initialsOf(name)}
      </Avatar>
      <Text fw={600} flex={1}>
        {name}
      </Text>
      {children}
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </Link>
  </li>
);
