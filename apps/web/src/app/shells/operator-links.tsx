import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { platformItems } from './bar-items.ts';
import { LinkMenu } from './link-menu.tsx';

/** The Platform menu, after the plain links of an operator. */
export default function OperatorLinks({ session }: { session: CurrentSession }) {
  return <LinkMenu label="Platform" items={platformItems(session)} />;
}
