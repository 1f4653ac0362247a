# Built where ax is not: the image needs no Java, Maven or Redis of yours.
FROM eclipse-temurin:25-jdk AS build
WORKDIR /src
COPY .mvn .mvn
COPY mvnw pom.xml ./
COPY src src
RUN ./mvnw -B -q -DskipTests package

FROM eclipse-temurin:25-jre
RUN groupadd --gid 10001 ax && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin ax
COPY --from=build /src/target/ax.jar /app/ax.jar
USER 10001:10001
EXPOSE 8080 5701 5702
# Netty and Hazelcast reach for what Java 25 warns about; a node without memory ends, and another takes over what it had.
# Heap and buffers leave room for the rest of a JVM within the pod's limit.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=55", "-XX:MaxDirectMemorySize=128m", "-XX:+ExitOnOutOfMemoryError", \
    "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED", "-jar", "/app/ax.jar"]
CMD ["serve"]
