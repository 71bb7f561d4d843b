import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { OperatorWelcome } from '../components/operator-welcome.tsx';

export const Route = createFileRoute('/operator-dashboard')({
  beforeLoad: requireOperator,
  component: OperatorWelcome,
});
