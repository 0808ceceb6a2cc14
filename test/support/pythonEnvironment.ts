import { run } from '../clients/run.ts';
import { missingTool } from './missingTool.ts';

/**
 * Makes a Python environment with these packages in a folder: its programs lie in `bin`.
 * @returns null when it is there; else why it cannot be, for anyone who skips what needs it
 */
export async function pythonEnvironment(folder: string, packages: readonly string[]): Promise<string | null> {
  const missing = missingTool('python3');
  if (missing !== null) return missing;
  const made = await run('python3', ['-m', 'venv', folder]);
  if (made.code !== 0)
    return `python3 has no venv (apt-get install python3-venv): ${made.output.slice(0, 200)}`;
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  const installed = await run(`${folder}/bin/python`, ['-m', 'pip', 'install', ...quiet, ...packages]);
  if (installed.code !== 0)
    return `pip cannot install ${packages.join(', ')} (it needs a package index): ${installed.output.slice(-300)}`;
  // Seen on one machine: pip ended well, and a package was missing. What there is says where it went.
  const names = packages.map((name) => name.replace(/[=<>~].*/s, ''));
  const shown = await run(`${folder}/bin/python`, ['-m', 'pip', 'show', ...names]);
  if (shown.code === 0) return null;
  const { output } = await run(`${folder}/bin/python`, ['-m', 'pip', 'list', '--verbose']);
  throw new Error(
    `pip installed ${packages.join(', ')}, and not all are there: ${installed.output}\n${output}`,
  );
}
