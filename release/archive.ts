import { run } from './run.ts';

/** Packs a folder so that the same files make the same bytes, wherever and by whomever it is done. */
export function archive(file: string, parent: string, folder: string, atSeconds: number): void {
  const same = [
    '--sort=name',
    `--mtime=@${atSeconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go=rX,u+w',
  ];
  run('tar', [...same, '--use-compress-program=gzip -n', '-cf', file, folder], { cwd: parent });
}
