/** What is in {@code k8s/} and the {@code Dockerfile} fits Kubernetes and the code. */
package dev.ax.deploy;
