import { Link, useLocation } from '@tanstack/react-router';
import { type BarItem, isCurrent } from './bar-items.ts';
import classes from './shell.module.css';

/** One link of a bar or menu. Marks the current page. */
export function BarLink({ item, onClick }: { item: BarItem; onClick?: () => void }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={item.to}
      className={classes.link}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      {...(onClick ? { onClick } : {})}
    >
      {item.label}
      {item.mark && <span className={classes.mark}>{item.mark}</span>}
    </Link>
  );
}
