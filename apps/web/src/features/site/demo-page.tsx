import { Badge, Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { DisplayHeader } from '../../ui/display-header.tsx';
import classes from './site.module.css';

type DemoPageProps = { steps: ReactNode; request: ReactNode };

/** The page around a request for a demo and its progress. */
export const DemoPage = ({ steps, request }: DemoPageProps) => (
  <div className={classes.demo}>
    <header>
      <Badge size="lg" mb="md">
        Early Access
      </Badge>
      <DisplayHeader
        title="See it with your own clients in mind"
        lead="Three short steps, then choose a time. We prepare the demo around your answers."
      />
      <Box mt="lg">{steps}</Box>
    </header>
    <div>{request}</div>
  </div>
);
